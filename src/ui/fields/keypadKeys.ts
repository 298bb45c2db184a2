/** A key of the keypad: what it puts in, or `back`, which takes away. */
export type KeypadKey = `${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}` | '.' | 'back'

interface KeyEdit {
  from: number
  to: number
  /** Stands in place of what was between `from` and `to`. */
  insert: string
}

/**
 * What a key does to a text whose selection runs from `start` to `end` (the same: a caret), counted in UTF-16 units as the browser does.
 * It judges nothing: what comes of it is read by the rule for typed text, and refused there in words (docs/rules/interface.md).
 */
export function keypadKeyEdit(key: KeypadKey, text: string, start: number, end: number): KeyEdit {
  if (key !== 'back') return { from: start, to: end, insert: key }
  if (start < end) return { from: start, to: end, insert: '' }
  // A refused text may hold anything: what one sees as one character goes whole.
  const precedingCharacter = /.$/su.exec(text.slice(0, start))?.[0] ?? ''
  return { from: start - precedingCharacter.length, to: start, insert: '' }
}

/** Does it at the caret of a field, which then tells its listeners as if somebody had typed. */
export function pressKeypadKey(key: KeypadKey, input: HTMLInputElement): void {
  if (input.disabled || input.readOnly) return
  const { value, selectionStart, selectionEnd } = input
  const { from, to, insert } = keypadKeyEdit(key, value, selectionStart ?? value.length, selectionEnd ?? value.length)
  if (from === to && insert === '') return
  input.setRangeText(insert, from, to, 'end')
  // The browser keeps the caret of what is typed in sight; here nobody else does.
  if (from + insert.length === input.value.length) input.scrollLeft = input.scrollWidth
  const kind = insert === '' ? { inputType: 'deleteContentBackward' } : { inputType: 'insertText', data: insert }
  input.dispatchEvent(new InputEvent('input', { bubbles: true, ...kind }))
}
