/** A code that was sent: when, when another may be asked for, and in a sandbox without a mail server the code itself. */
export interface SentCode {
  /** Epoch ms. */
  at: number
  resendInSeconds: number
  devCode?: string | undefined
}

/** Digits of a one-time code. */
export const oneTimeCodeLength = 6
