import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#api/person.ts'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'

/** While it is not known who is there: the wait, or why it does not end. */
export function UserLoadingState() {
  const { t } = useLingui()
  const { error, refetch, isFetching } = useQuery(meQuery())
  if (error) return <LoadErrorState title={t`Your profile did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <Card>
      <Skeleton lines={6} height={1.25} />
    </Card>
  )
}
