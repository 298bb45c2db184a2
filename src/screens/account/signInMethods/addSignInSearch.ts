export interface AddSignInParams {
  /** What is to be added. */
  type?: 'email' | 'phone'
}

export const readAddSignInParams = ({ type }: Record<string, unknown>): AddSignInParams =>
  type === 'email' || type === 'phone' ? { type } : {}
