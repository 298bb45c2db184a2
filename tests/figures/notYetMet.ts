/** Figures whose bound is not met yet, with what they are: they may fall and not rise. A figure that meets its bound leaves this list. */
export const notYetMet: Readonly<Record<string, number>> = {}
