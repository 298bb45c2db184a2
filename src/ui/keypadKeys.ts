/** A key of the keypad: what it puts in, or `back`, which takes away. */
export type KeypadKey = `${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}` | '.' | 'back'

interface Stroke {
  from: number
  to: number
  /** Stands in place of what was between `from` and `to`. */
  put: string
}

/**
 * What a key does to a text whose selection runs from `start` to `end` (the same: a caret), counted in UTF-16 units as the browser does.
 * It judges nothing: what comes of it is read by the rule for typed text, and refused there in words (product §4.1).
 */
export function strokeOf(key: KeypadKey, text: string, start: number, end: number): Stroke {
  if (key !== 'back') return { from: start, to: end, put: key }
  if (start < end) return { from: start, to: end, put: '' }
  // A refused text may hold anything: what one sees as one character goes whole.
  const before = /.$/su.exec(text.slice(0, start))?.[0] ?? ''
  return { from: start - before.length, to: start, put: '' }
}

/** Does it at the caret of a field, which then tells its listeners as if somebody had typed. */
export function press(key: KeypadKey, input: HTMLInputElement): void {
  if (input.disabled || input.readOnly) return
  const { value, selectionStart, selectionEnd } = input
  const { from, to, put } = strokeOf(key, value, selectionStart ?? value.length, selectionEnd ?? value.length)
  if (from === to && put === '') return
  input.setRangeText(put, from, to, 'end')
  // The browser keeps the caret of what is typed in sight; here nobody else does.
  if (from + put.length === input.value.length) input.scrollLeft = input.scrollWidth
  const kind = put === '' ? { inputType: 'deleteContentBackward' } : { inputType: 'insertText', data: put }
  input.dispatchEvent(new InputEvent('input', { bubbles: true, ...kind }))
}
