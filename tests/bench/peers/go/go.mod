module containerlimits/bench

go 1.22.0

require (
	github.com/KimMachineGun/automemlimit v0.7.5
	go.uber.org/automaxprocs v1.6.0
)

require github.com/pbnjay/memory v0.0.0-20210728143218-7b4eea64cf58 // indirect
