/** One number that says in what order the sources are, with the most it may be. */
export interface Figure {
  what: string
  value: number
  limit: number
  /** Shown behind the number. */
  unit?: '%'
  /** What is counted, the worst first: where to begin. */
  found: readonly string[]
}

/** A file with its text, as a path from the root. */
export interface Source {
  file: string
  text: string
}

/** Not the product's: tests and what only they use. */
export const isTest = (file: string): boolean => file.startsWith('tests/') || /\.test\.tsx?$/.test(file)
