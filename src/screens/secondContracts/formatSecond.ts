import { formatTime } from '#i18n/date.ts'

/** A Unix second in the device's zone. */
export const formatSecond = (sec: number): string => formatTime(sec * 1000)
