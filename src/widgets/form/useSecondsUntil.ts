import { useEffect, useState } from 'react'

const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - Date.now()) / 1000))

/** Whole seconds until a moment of the device's clock, 0 once it has come. */
export function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at))
  useEffect(() => {
    setSeconds(secondsUntil(at))
    if (secondsUntil(at) === 0) return
    const timer = setInterval(() => setSeconds(secondsUntil(at)), 500)
    return () => clearInterval(timer)
  }, [at])
  return seconds
}
