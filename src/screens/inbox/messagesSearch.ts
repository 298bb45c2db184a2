/** The tabs of the inbox. In a file of its own, because the address is read before the screen is fetched. */
export const noticeTabs = ['all', 'system', 'task', 'transaction'] as const
export type NoticeTab = (typeof noticeTabs)[number]

export const readInboxSearchParams = (search: Record<string, unknown>): { type?: NoticeTab } => {
  const type = noticeTabs.find((tab) => tab === search['type'])
  return type === undefined || type === 'all' ? {} : { type }
}
