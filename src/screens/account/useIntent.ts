import { useRef } from 'react'
import { newRequestId } from '#api/mutation.ts'

/** The id of an intent: the same while the body is the same, so that asking again for a lost answer cannot happen twice. */
export function useIntent(): (body: object) => string {
  const last = useRef({ body: '', id: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, id: newRequestId() }
    return last.current.id
  }
}
