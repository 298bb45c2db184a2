export interface IeoSearchParams {
  /** One project; the list of all without it. */
  id?: string
  /** One's own applications instead of the projects. */
  view?: 'mine'
}

export const readIeoSearchParams = ({ id, view }: Record<string, unknown>): IeoSearchParams => ({
  ...(typeof id === 'string' && /^[a-z0-9-]{1,40}$/.test(id) && { id }),
  ...(view === 'mine' && { view }),
})
