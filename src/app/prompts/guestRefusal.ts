import { useEffect, useRef, useState } from 'react'
import { onApiLayerEvent } from '#api/stream/appEvents.ts'

/** The words of a refusal that asks for a full account, until they are closed. What a screen only reads is refused aloud once. */
export function useGuestRefusalMessage(): [string | undefined, () => void] {
  const [message, setMessage] = useState<string>()
  const shownAtPath = useRef<string>(undefined)
  useEffect(
    () =>
      onApiLayerEvent((announcement) => {
        if (announcement.kind !== 'guestRestricted') return
        const { pathname } = location
        if (announcement.read && shownAtPath.current === pathname) return
        shownAtPath.current = pathname
        setMessage(announcement.message)
      }),
    [],
  )
  return [message, () => setMessage(undefined)]
}
