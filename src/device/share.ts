import { copyText } from './clipboard.ts'

/** Opens the device's share sheet, or copies the address where there is none. */
export async function share(what: { title: string; url: string }): Promise<'shared' | 'copied' | 'failed'> {
  if (navigator.share) {
    try {
      await navigator.share(what)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
    }
  }
  return (await copyText(what.url)) ? 'copied' : 'failed'
}

/** Opens the device's share sheet with a picture; 'unable' where it takes none. */
export async function sharePicture(file: File, title: string): Promise<'shared' | 'unable'> {
  const what = { files: [file], title }
  if (!navigator.canShare?.(what)) return 'unable'
  try {
    await navigator.share(what)
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'unable'
  }
}
