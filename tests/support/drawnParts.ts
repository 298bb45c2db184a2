import type { BrowserContext, Page } from 'playwright-core'

interface Fiber {
  tag: number
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

/** Has the pages of a context count how often parts of a screen are drawn: React tells it to its tools, in the built app too. */
export const countDrawnParts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const drawn = { first: 0, again: 0 }
    const [ofFunction, ofMemo, ofSimpleMemo, performedWork] = [0, 14, 15, 1]
    const look = (fiber: Fiber, before: Fiber | null): void => {
      const isPart = [ofFunction, ofMemo, ofSimpleMemo].includes(fiber.tag)
      if (isPart && !before) drawn.first++
      if (isPart && before && (fiber.flags & performedWork) !== 0) drawn.again++
      if (before && fiber.child === before.child) return
      for (let child = fiber.child; child; child = child.sibling) {
        // One that stands as it stood has not been looked at.
        const isSame = before !== null && isChildOf(child, before)
        if (!isSame) look(child, child.alternate)
      }
    }
    const isChildOf = (fiber: Fiber, parent: Fiber): boolean => {
      for (let child = parent.child; child; child = child.sibling) if (child === fiber) return true
      return false
    }
    Object.assign(window, {
      drawn,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => look(current, current.alternate),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
  })

/** How many parts the page has drawn so far for the first time, and how often one of them again. */
export const drawnParts = (page: Page): Promise<{ first: number; again: number }> =>
  page.evaluate(() => (window as unknown as { drawn: { first: number; again: number } }).drawn)
