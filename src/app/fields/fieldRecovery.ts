import { readTabFormDraft, writeTabFormDraft } from '#api/stored/tabStorage.ts'
import { listNonSecretFormFields, formFieldLabel, filterFieldsByLabel, type EnteredFieldValues } from './formFields.ts'
import { hasTypedInto, hasTypedOnCurrentScreen, reloadPageUnlessJustReloaded } from '../worker/chunkLoadError.ts'

const name = 'fields'

/**
 * Before a chunk that is gone leads to a reload, what the person typed is kept in this tab, for forms that keep no draft themselves; and put back
 * once its screen is there again.
 */
export function startFieldRecovery(): void {
  addEventListener('vite:preloadError', () => {
    const formFields = listNonSecretFormFields()
    const fields = formFields
      .filter((field) => hasTypedInto(field) && field.value !== '')
      .map((field): EnteredFieldValues['fields'][number] => [
        formFieldLabel(field),
        filterFieldsByLabel(formFields, formFieldLabel(field)).indexOf(field),
        field.value,
      ])
    if (fields.length > 0) writeTabFormDraft(name, { path: location.pathname, atMs: Date.now(), fields } satisfies EnteredFieldValues)
    if (hasTypedOnCurrentScreen()) void reloadIfAnswered()
  })
  const stored = readTabFormDraft(name) as EnteredFieldValues | undefined
  if (!stored) return
  import('./restoreFields.ts').then(
    ({ restoreFieldsWhenRendered }) => restoreFieldsWhenRendered(stored, () => writeTabFormDraft(name, undefined)),
    () => undefined,
  )
}

/** Where nobody types any lost chunk leads to a reload; here only one that is gone, not one that the network lost. */
async function reloadIfAnswered(): Promise<void> {
  const answer = await fetch('/version.json', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) reloadPageUnlessJustReloaded()
}
