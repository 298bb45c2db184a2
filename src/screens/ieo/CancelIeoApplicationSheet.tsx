import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { ieo as calls, type IeoOrder } from '#contract/calls/ieo.ts'
import { CancelSheet } from '#widgets/form/CancelSheet.tsx'

/** Takes an application back; until applications end one can apply again. */
export function CancelIeoApplicationSheet({ order: { id, name }, onClose }: { order: IeoOrder; onClose(): void }) {
  const { t } = useLingui()
  const { mutateAsync: cancel } = useApiWrite(calls.cancelIeoOrder, { errors: 'inline' })
  return (
    <CancelSheet
      title={t`Take the application back`}
      action={<Trans>Take it back</Trans>}
      done={t`Taken back`}
      cancel={(requestId) => cancel({ body: { id }, requestId })}
      onClose={onClose}
    >
      <Trans>You no longer apply for {name}. Until applications end you can apply again.</Trans>
    </CancelSheet>
  )
}
