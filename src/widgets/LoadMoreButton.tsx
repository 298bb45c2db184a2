import { Trans } from '@lingui/react/macro'
import type { PagedList } from '#api/usePages.ts'
import { Button } from '#ui/Button.tsx'

/** Under a list that grows by pages: asks for the next one, or once more for what did not come. */
export function LoadMoreButton({ pages: { hasMore, isReadingMore, error, more, retry } }: { pages: PagedList<object> }) {
  if (!hasMore) return null
  return (
    <Button kind="quiet" wide busy={isReadingMore} onClick={error ? retry : more}>
      {error ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
    </Button>
  )
}
