import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { keepReceipt, type StoredReceipt, storedReceipt } from '#api/receipts.ts'
import { settlement } from '#contract/calls/settlement.ts'
import { keepProofs } from '#widgets/useRecordChecks.ts'

/** A receipt as the server tells it; without an answer the copy that this device keeps, with its age. */
export function useReceipt(type: string, id: string) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(query(settlement.info, { refType: type, refId: id }))
  const [stored, setStored] = useState<StoredReceipt>()
  useEffect(() => {
    if (!data) return
    void keepReceipt(data, madeAt(data, dataUpdatedAt))
    // What has its place in a signed list can be proved later without a connection.
    keepProofs(data.priceRecords.filter(({ leafIndex, mean }) => leafIndex !== null && mean === undefined))
  }, [data, dataUpdatedAt])
  const isMissing = !data && error !== null
  useEffect(() => {
    if (isMissing) void storedReceipt(type, id).then(setStored)
  }, [isMissing, type, id])
  const receipt = data ?? stored?.receipt
  return {
    receipt,
    /** How old a copy is that could not be made fresh; undefined while the server answers. */
    storedAt: error && receipt ? (data ? madeAt(data, dataUpdatedAt) : stored?.at) : undefined,
    error,
    isFetching,
    refetch,
  }
}
