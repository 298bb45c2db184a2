import { useEffect, useState } from 'react'

/** After a try that failed the first wrong field of the page has the focus, so that nobody searches for it. Gives how to say that one failed. */
export function useFirstFault(): () => void {
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries === 0) return
    const wrong = document.querySelector<HTMLElement>('main [aria-invalid="true"], main [data-wrong] input')
    wrong?.focus({ preventScroll: true })
    wrong?.scrollIntoView({ block: 'center' })
  }, [tries])
  return () => setTries((now) => now + 1)
}
