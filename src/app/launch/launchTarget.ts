import { shareTargetPath } from '#contract/constants.ts'
import { path } from '#sitemap'

/**
 * Where a launch of the installed app leads that found its window open, as an address of ours; undefined where coming forward is all there
 * is to do: the icon itself was pressed, or the target is not ours. What was shared is not told by such a launch: for some browsers it is
 * lost on the way, and the screen that it was meant for says so.
 */
export function pathOfLaunchTarget(target: string, origin: string): string | undefined {
  const url = URL.parse(target)
  if (url?.origin !== origin || url.pathname === '/' || url.pathname === path.home) return undefined
  if (url.pathname === shareTargetPath) return `${path.support}?new=1&shared=lost`
  return url.pathname + url.search + url.hash
}

/** How this page came to be: the address it was opened at, and whether that was a reload. */
interface Opened {
  name: string
  type: string
}

/** Where it is kept which launch was told last, also over a reload. */
interface Told {
  read(): string | undefined
  write(target: string): void
}

/** What is shared is posted, and what answers it leads on to a screen that says so in its address. */
const isOpening = (target: string, opened: Opened | undefined): boolean =>
  target === opened?.name ||
  (URL.parse(target)?.pathname === shareTargetPath && URL.parse(opened?.name ?? '')?.searchParams.has('shared') === true)

/**
 * Tells launches that are news from those that are not: the one that opened this page is told to it as well, and after a reload the last
 * one is told once more.
 */
export function createNewLaunchPredicate(opened: Opened | undefined, told: Told): (target: string) => boolean {
  let isFirst = true
  return (target) => {
    const isOld = isFirst && (isOpening(target, opened) || (opened?.type === 'reload' && target === told.read()))
    isFirst = false
    told.write(target)
    return !isOld
  }
}
