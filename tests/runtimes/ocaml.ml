(* SPDX-License-Identifier: MIT

   How many domains OCaml 5 lets exist at once: each waits for the mutex that we hold. *)
let gate = Mutex.create ()

let rec spawn domains =
  match Domain.spawn (fun () -> Mutex.lock gate; Mutex.unlock gate) with
  | domain -> spawn (domain :: domains)
  | exception Failure _ -> domains

let () =
  Mutex.lock gate;
  let domains = spawn [] in
  Mutex.unlock gate;
  List.iter Domain.join domains;
  Printf.printf "domains %d\n" (1 + List.length domains)
