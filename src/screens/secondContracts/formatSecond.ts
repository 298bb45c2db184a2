import { formatDateTime } from '#i18n/date.ts'

/** A Unix second in the device's zone. */
export const formatUnixSecond = (sec: number): string => formatDateTime(sec * 1000)
