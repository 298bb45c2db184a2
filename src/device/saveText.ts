/** Hands a text to the browser as a file to keep. */
export const downloadText = (name: string, text: string, type = 'text/plain;charset=utf-8'): void =>
  downloadBlob(name, new Blob([text], { type }))

/** The same of anything. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers read the address only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
