import { useId } from 'react'

/** Ids that tie a field to its hint and its error; `describedBy` names those that are there. */
export function useFieldIds(idProp: string | undefined, hint: unknown, error: unknown) {
  const generatedId = useId()
  const id = idProp ?? generatedId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error ? errorId : undefined, hint ? hintId : undefined].filter(Boolean).join(' ') || undefined
  return { id, hintId, errorId, describedBy }
}
