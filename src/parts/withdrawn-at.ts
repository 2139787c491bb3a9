/** SQL for when an application was withdrawn. Nobody can withdraw one yet. */
export const WITHDRAWN_AT = 'NULL::timestamptz';
