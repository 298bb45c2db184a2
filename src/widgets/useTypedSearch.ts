import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

const typingPauseMs = 300

/**
 * The text of a search field that the address holds too, trimmed, a short pause after the last letter. Gives the text, what sets it,
 * and what brings it into the address at once: Back leads to what stands there when one leaves.
 */
export function useTypedSearch(asked: string, write: (typed: string) => unknown) {
  const router = useRouter()
  const [text, setText] = useState(asked)
  const [known, setKnown] = useState(asked)
  const [written, setWritten] = useState(asked)
  // The address changed by itself (back, a link): the field follows. What the field wrote comes back later than the next letters.
  if (asked !== known) {
    setKnown(asked)
    if (asked !== written) {
      setWritten(asked)
      setText(asked)
    }
  }
  const typed = text.trim()
  const keepNow = () => {
    if (typed === written) return
    setWritten(typed)
    write(typed)
    // Otherwise the next navigation of the same moment would take its place.
    router.history.flush()
  }
  const keep = useEffectEvent(() => {
    // Somebody is on the way elsewhere: writing to the address of this screen would bring them back.
    if (router.latestLocation.href === router.state.resolvedLocation?.href) keepNow()
  })
  useEffect(() => {
    if (typed === written) return
    const timer = setInterval(keep, typingPauseMs)
    return () => clearInterval(timer)
  }, [typed, written])
  return [text, setText, keepNow] as const
}
