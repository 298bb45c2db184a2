/** Class names that apply, joined: `joinClassNames(styles.row, isOpen && styles.open)`. */
export const joinClassNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
