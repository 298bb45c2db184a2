import { useEffect, useRef, useState } from 'react'
import { onAnnouncement } from '#api/announce.ts'

/** The words of a refusal that asks for a full account, until they are closed. What a screen only reads is refused aloud once. */
export function useGuestRefusal(): [string | undefined, () => void] {
  const [message, setMessage] = useState<string>()
  const saidAt = useRef<string>(undefined)
  useEffect(
    () =>
      onAnnouncement((announcement) => {
        if (announcement.kind !== 'guestRestricted') return
        const { pathname } = location
        if (announcement.read && saidAt.current === pathname) return
        saidAt.current = pathname
        setMessage(announcement.message)
      }),
    [],
  )
  return [message, () => setMessage(undefined)]
}
