-- From then on the verified document has been invalid for so long that only what is known stays open; null while it has no end.
alter table account add column kyc_closes_ms bigint;
