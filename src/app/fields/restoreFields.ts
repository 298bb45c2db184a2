import { hasTypedInto } from '../worker/chunkLoadError.ts'
import { type FormFieldElement, listNonSecretFormFields, filterFieldsByLabel, type EnteredFieldValues } from './formFields.ts'

const watchMs = 300_000

/** Puts what was typed back into its fields once they are there. `done` where nothing of it is left. */
export function restoreFieldsWhenRendered(stored: EnteredFieldValues, done: () => void): void {
  if (Date.now() - stored.atMs > watchMs) return
  let missing = stored.fields
  const observer = new MutationObserver(restoreMissing)
  function restoreMissing(): void {
    if (location.pathname !== stored.path) return
    const fields = listNonSecretFormFields()
    missing = missing.filter(([field, index, value]) => !fillField(filterFieldsByLabel(fields, field)[index], value))
    if (missing.length > 0) return
    observer.disconnect()
    done()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  restoreMissing()
}

/** As if it were typed, so that the form hears of it; what somebody has typed there since the reload stays. False where there is no such field yet. */
function fillField(field: FormFieldElement | undefined, value: string): boolean {
  if (!field) return false
  if (field.value === value || hasTypedInto(field)) return true
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  return true
}
