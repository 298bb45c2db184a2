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
