import { copyText } from './clipboard.ts'

/** Opens the device's share sheet, with a picture where it takes one, or copies the address where there is none. */
export async function shareLink(content: { title: string; url: string }, picture?: File): Promise<'shared' | 'copied' | 'failed'> {
  if (navigator.share) {
    const files = picture && { files: [picture] }
    try {
      await navigator.share({ ...content, ...(files && navigator.canShare?.(files) && files) })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
    }
  }
  return (await copyText(content.url)) ? 'copied' : 'failed'
}

/** Opens the device's share sheet with a picture; 'unable' where it takes none. */
export async function sharePicture(file: File, title: string): Promise<'shared' | 'unable'> {
  const content = { files: [file], title }
  if (!navigator.canShare?.(content)) return 'unable'
  try {
    await navigator.share(content)
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'unable'
  }
}
