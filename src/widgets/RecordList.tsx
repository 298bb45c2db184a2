import { Fragment, type ReactNode } from 'react'
import type { PagedList } from '#api/usePages.ts'
import { Card } from '#ui/Card.tsx'
import { LoadErrorState } from './form/LoadErrorState.tsx'
import { LoadMoreButton } from './LoadMoreButton.tsx'

interface RecordListProps<One extends { id: string }> {
  /** What `usePagedList` makes of the query. */
  pages: PagedList<One>
  /** What is said when nothing could be read: "Your loans could not be read". */
  failed: string
  /** The shape of what is coming. */
  waiting: ReactNode
  /** What one sees who has none. */
  empty: ReactNode
  /** How old the copy is, above the records, where the screen does not say it in its head. */
  age?: ReactNode
  /** What holds the rows: a card from edge to edge if nothing else is given. */
  frame?: (rows: ReactNode) => ReactNode
  /** One record. */
  children: (record: One) => ReactNode
}

const inCard = (rows: ReactNode): ReactNode => <Card flush>{rows}</Card>

/** Records of one kind, page by page: on their way, none, unreadable, as they were last seen, and the way to more of them. */
export function RecordList<One extends { id: string }>(props: RecordListProps<One>) {
  const { pages, failed, waiting, empty, age, frame = inCard, children } = props
  const { records, error, isReadingMore, retry } = pages
  if (!records) return error ? <LoadErrorState title={failed} error={error} busy={isReadingMore} onRetry={retry} /> : waiting
  return (
    <>
      {age}
      {records.length === 0 ? empty : frame(records.map((record) => <Fragment key={record.id}>{children(record)}</Fragment>))}
      <LoadMoreButton pages={pages} />
    </>
  )
}
