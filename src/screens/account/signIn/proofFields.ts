/** Refusals that a proof's own field shows. */
export const stepUpFieldErrorKeys: ReadonlySet<string> = new Set([
  'TOTP_WRONG',
  'TOTP_REPLAYED',
  'SAFE_PASSWORD_WRONG',
  'RECOVERY_CODE_WRONG',
])

/** Whether this is as long as a recovery code, however it was typed. */
export const isWholeRecoveryCode = (code: string): boolean => code.replace(/[^a-z0-9]/gi, '').length === 8
