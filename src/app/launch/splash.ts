import { splashImagePath, splashSchemes, splashSizes } from '#contract/splashSizes.ts'

/** Names the pictures of this screen to iOS, which takes them when the app is put on the home screen. */
export function addIosStartupImages(): void {
  if (!('standalone' in navigator)) return
  const { width, height } = screen
  const [least, most] = [Math.min(width, height), Math.max(width, height)]
  const size = splashSizes.find(([w, h, ratio]) => w === least && h === most && ratio === devicePixelRatio)
  if (!size) return
  for (const scheme of splashSchemes)
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'apple-touch-startup-image',
        media: `(prefers-color-scheme: ${scheme}) and (orientation: portrait)`,
        href: splashImagePath(least * devicePixelRatio, most * devicePixelRatio, scheme),
      }),
    )
}
