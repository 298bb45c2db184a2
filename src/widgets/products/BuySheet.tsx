import { Trans } from '@lingui/react/macro'
import type { Input } from '#contract/call.ts'
import { useWrite } from '#api/mutation.ts'
import { type ProductOrder, type ProductPreview, products } from '#contract/calls/products.ts'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
import { PreviewFacts } from './PreviewFacts.tsx'
import { PurchasePassword } from './PurchasePassword.tsx'
import { useProductPreview } from './useBuyPreview.ts'
import { besidePassword, usePurchasePassword } from './usePurchasePassword.ts'

interface BuySheetProps {
  name: string
  /** Keep it while nothing in it changes. */
  order: Input<typeof products.buyProduct>
  /** Made when the sheet opened; every try carries it, so that it can happen only once. */
  requestId: string
  onBought(order: ProductOrder): void
  onCancel(): void
}

/** The last look before money goes into a product that is bought by the amount. */
export function BuySheet({ name, order, requestId, onBought, onCancel }: BuySheetProps) {
  const { preview, changed, turn, error, refresh } = useProductPreview(order)
  const buy = useWrite(products.buyProduct, { errors: 'inline' })
  const password = usePurchasePassword()
  const confirming = useConfirming(preview, refresh, async ({ confirmToken }: ProductPreview) => {
    const bought = await password.sendWith((given) => buy.mutateAsync({ body: { ...order, ...given, confirmToken }, requestId }))
    onBought(bought)
    return bought
  })
  return (
    <ConfirmSheet
      title={<Trans>Put money into {name}</Trans>}
      confirming={{ ...confirming, failure: besidePassword(confirming.failure) }}
      stopped={(password.isMissing && !confirming.isAsked) || (preview?.warnings.some(({ key }) => key === 'insufficientBalance') ?? false)}
      error={error}
      onRetry={refresh}
      movedIn={changed.size > 0 ? turn : 0}
      proof={<PurchasePassword ask={password} failure={confirming.failure} />}
      onCancel={onCancel}
    >
      {(shown) => <PreviewFacts shown={shown} />}
    </ConfirmSheet>
  )
}
