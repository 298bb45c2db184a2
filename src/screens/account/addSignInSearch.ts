export interface AddSignInSearch {
  /** What is to be added. */
  type?: 'email' | 'phone'
}

export const readAddSignInSearch = ({ type }: Record<string, unknown>): AddSignInSearch =>
  type === 'email' || type === 'phone' ? { type } : {}
