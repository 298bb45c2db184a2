import { copyText } from './clipboard.ts'

/** Opens the device's share sheet, with a picture where it takes one, or copies the address where there is none. */
export async function share(what: { title: string; url: string }, picture?: File): Promise<'shared' | 'copied' | 'failed'> {
  if (navigator.share) {
    const files = picture && { files: [picture] }
    try {
      await navigator.share({ ...what, ...(files && navigator.canShare?.(files) && files) })
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
