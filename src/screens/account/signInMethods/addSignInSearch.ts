export interface AddSignInSearchParams {
  /** What is to be added. */
  type?: 'email' | 'phone'
}

export const readAddSignInSearchParams = ({ type }: Record<string, unknown>): AddSignInSearchParams =>
  type === 'email' || type === 'phone' ? { type } : {}
