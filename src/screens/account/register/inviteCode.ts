/** What an invitation code looks like. */
export const isInviteCode = (text: string): boolean => /^[A-Z2-7]{6,10}$/.test(text)
