const pad = (value: number): string => String(value).padStart(2, '0')

/** A second as the platform's own field for date and time wants it, on the device's clock. */
export function formatUnixSecondAsDateTimeInput(sec: number): string {
  const at = new Date(sec * 1000)
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`
}

/** The second that the field shows; undefined while it is not a moment. Without seconds it is the whole minute. */
export function parseDateTimeInputAsUnixSecond(text: string): number | undefined {
  const ms = new Date(text).getTime()
  return Number.isNaN(ms) || ms < 0 ? undefined : Math.floor(ms / 1000)
}
