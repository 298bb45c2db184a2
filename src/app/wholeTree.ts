/** What the router does with the table of all screens; the router says so when it is made. */
interface Taker {
  take(): void
  knows(pathname: string): boolean
}

let taker: Taker | undefined
let whole: Promise<void> | undefined

export const onWholeTree = (router: Taker): void => void (taker = router)

/** Fetches the table of all screens, once; after a failure the next asking tries again. */
export const growTree = (): Promise<void> =>
  (whole ??= import('../routeTree.gen.ts').then(
    () => taker?.take(),
    (error: unknown) => {
      whole = undefined
      throw error
    },
  ))

/** Whether there is a screen at this address. Only certain once the table is here. */
export const isScreen = (pathname: string): boolean => taker?.knows(pathname) ?? false
