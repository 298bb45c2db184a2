/** Runs what nobody waits for when the page has nothing else to do, at the latest after `withinMs`. */
export const whenIdle = (work: () => void, withinMs: number): void => {
  // Not everywhere there is.
  if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: withinMs })
  else setTimeout(work)
}
