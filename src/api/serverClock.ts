// How far this device's clock is from the server's, from the X-Server-Time of the newest reply (product §1.1).
let skewMs = 0

export const noteServerTime = (header: string | null): void => {
  const at = Number(header)
  if (header && Number.isFinite(at)) skewMs = at - Date.now()
}

/** The server's time as well as this device knows it, in epoch milliseconds. */
export const serverNow = (): number => Date.now() + skewMs
