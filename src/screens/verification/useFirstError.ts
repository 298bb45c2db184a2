import { useEffect, useState } from 'react'

/** After a try that failed the first wrong field of the page has the focus, so that nobody searches for it. Gives how to say that one failed. */
export function useFocusFirstError(): () => void {
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt === 0) return
    const invalidField = document.querySelector<HTMLElement>('main [aria-invalid="true"], main [data-wrong] input')
    invalidField?.focus({ preventScroll: true })
    invalidField?.scrollIntoView({ block: 'center' })
  }, [attempt])
  return () => setAttempt((now) => now + 1)
}
