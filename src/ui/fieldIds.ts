import { useId } from 'react'

/** Ids that tie a field to its hint and its error; `describedBy` names those that are there. */
export function useFieldIds(given: string | undefined, hint: unknown, error: unknown) {
  const own = useId()
  const id = given ?? own
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error ? errorId : undefined, hint ? hintId : undefined].filter(Boolean).join(' ') || undefined
  return { id, hintId, errorId, describedBy }
}
