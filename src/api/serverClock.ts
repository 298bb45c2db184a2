// How far this device's clock is from the server's, from the X-Server-Time of the newest reply (docs/rules/wire.md).
let skewMs = 0

export const recordServerTime = (header: string | null): void => {
  const at = Number(header)
  if (header && Number.isFinite(at)) skewMs = at - Date.now()
}

/** The server's time as well as this device knows it, in epoch milliseconds. */
export const serverNow = (): number => Date.now() + skewMs

/** A moment of the server's as this device's clock shows it, in epoch milliseconds: for ages, which are counted by that clock. */
export const toDeviceTime = (serverMs: number): number => serverMs - skewMs

/** Over 30 s apart, a person should check the clock before anything that is timed. */
export const isDeviceClockWrong = (): boolean => Math.abs(skewMs) > 30_000
