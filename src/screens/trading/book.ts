/** The three lists below a ticket. In a file of its own, because the address is read before the screen is fetched. */
export type Book = 'positions' | 'pending' | 'history'

export const bookOf = (asked: unknown): Book => (asked === 'history' || asked === 'pending' ? asked : 'positions')
