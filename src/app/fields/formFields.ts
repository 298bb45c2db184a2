/** What somebody types or chooses in. */
export type FormFieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What was typed on one screen, by the name that each field has for a person and which of that name it is. */
export interface EnteredFieldValues {
  path: string
  atMs: number
  fields: [name: string, nth: number, value: string][]
}

const all = 'textarea, select, input:not([type=password], [type=file], [type=hidden], [type=checkbox], [type=radio], [type=range])'
/** Passwords and codes are kept nowhere, and what is agreed to is agreed to anew. */
const isSecret = (field: FormFieldElement): boolean => /password|one-time-code|cc-/.test(field.autocomplete)
export const listNonSecretFormFields = (): FormFieldElement[] =>
  [...document.querySelectorAll<FormFieldElement>(all)].filter((field) => !isSecret(field))
export const formFieldLabel = (field: FormFieldElement): string => field.ariaLabel ?? field.labels?.[0]?.textContent ?? field.name
export const filterFieldsByLabel = (fields: readonly FormFieldElement[], field: string): FormFieldElement[] =>
  fields.filter((other) => formFieldLabel(other) === field)
