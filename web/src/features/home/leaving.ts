/** Whether the address is that of another page already, whose code may still be on its way: to write into it now would call somebody back. */
export const isLeaving = (): boolean => location.pathname !== '/';
