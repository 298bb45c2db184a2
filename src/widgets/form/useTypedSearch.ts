import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

const typingPauseMs = 300

/**
 * The text of a search field that the address holds too, trimmed, a short pause after the last letter. Gives the text, what sets it,
 * and what brings it into the address at once: Back leads to what stands there when one leaves.
 */
export function useDebouncedSearchText(addressText: string, write: (typed: string) => unknown) {
  const router = useRouter()
  const [text, setText] = useState(addressText)
  const [lastAddressText, setLastAddressText] = useState(addressText)
  const [lastWrittenText, setLastWrittenText] = useState(addressText)
  // The address changed by itself (back, a link): the field follows. What the field wrote comes back later than the next letters.
  if (addressText !== lastAddressText) {
    setLastAddressText(addressText)
    if (addressText !== lastWrittenText) {
      setLastWrittenText(addressText)
      setText(addressText)
    }
  }
  const trimmedText = text.trim()
  const writeNow = () => {
    if (trimmedText === lastWrittenText) return
    setLastWrittenText(trimmedText)
    write(trimmedText)
    // Otherwise the next navigation of the same moment would take its place.
    router.history.flush()
  }
  const writeUnlessNavigating = useEffectEvent(() => {
    // Somebody is on the way elsewhere: writing to the address of this screen would bring them back.
    if (router.latestLocation.href === router.state.resolvedLocation?.href) writeNow()
  })
  useEffect(() => {
    if (trimmedText === lastWrittenText) return
    const timer = setInterval(writeUnlessNavigating, typingPauseMs)
    return () => clearInterval(timer)
  }, [trimmedText, lastWrittenText])
  return [text, setText, writeNow] as const
}
