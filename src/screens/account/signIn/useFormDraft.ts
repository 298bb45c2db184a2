import { useEffect, useState } from 'react'

// Per tab and gone when it closes: a half-filled form is nobody else's business. Passwords and codes are never put in here.
function readDraft<T extends object>(key: string, initial: T): T {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...initial, ...kept } : initial
  } catch {
    return initial
  }
}

/** A form's fields that survive a reload. The third value forgets them. */
export function useFormDraft<T extends object>(key: string, initial: T): [T, (change: Partial<T>) => void, () => void] {
  const [fields, setFields] = useState(() => readDraft(key, initial))
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(fields))
    } catch {
      // Without storage the draft lasts as long as this page.
    }
  }, [key, fields])
  const forget = () => {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  }
  return [fields, (change) => setFields((now) => ({ ...now, ...change })), forget]
}
